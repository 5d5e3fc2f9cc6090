// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/escape.h"
#include "cli/vectors.h"
#include "props/gate/result.h"
#include "props/gate/selftest.h"

/// A gate run for people and for machines. Order is stable; two runs differ in times only.
namespace tritproof::cli {

/// For a terminal: laws down, formats across, then every failure explained.
std::string gate_table(const gate::Result& result);
std::string gate_failures(const gate::Result& result);
/// Numbers of the run as lines that ctest takes for its dashboard.
std::string gate_measurements(const gate::Result& result, const gate::SelfTest* selftest);
std::string selftest_summary(const gate::SelfTest& selftest);
/// A line a mutant: what killed it, after how many cases, how rare it is, and which vector would.
std::string selftest_table(const gate::SelfTest& selftest, const VectorTrial& vectors);
/// How many vectors alone catch, and which they do not. Empty if there was no trial.
std::string vector_summary(const VectorTrial& vectors);

/// JUnit: a suite a subject, a case a (format, law).
std::string gate_junit(const gate::Result& result, const gate::SelfTest* selftest);
std::string gate_json(const gate::Result& result, const gate::SelfTest* selftest);
std::string gate_markdown(const gate::Result& result, const gate::SelfTest* selftest);
/// SARIF 2.1.0: a result a failure.
std::string gate_sarif(const gate::Result& result);

std::string selftest_json(const gate::SelfTest& selftest, const VectorTrial& vectors);

/// Workflow commands of a CI log: at most ten annotations, broken laws before what was not asked.
std::string gate_annotations(const gate::Result& result, const gate::SelfTest* selftest);

}  // namespace tritproof::cli
