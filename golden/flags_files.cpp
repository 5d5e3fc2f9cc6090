// SPDX-License-Identifier: Apache-2.0
#include "golden/flag_rows.h"

/// Flags of container files; only who wrote the file can tell them.
namespace tritproof::golden {
namespace {

const Flag kFilesFlags[] = {
    {"sound-file", "a good file is refused, or a tensor is looked for in the wrong place",
     "models do not load", ""},
    {"type-42", "type id 42 is read as the block that its name or the reader's taste suggests",
     "scales are read as codes", ""},
    {"wrong-magic", "magic or version is not looked at", "any file is a model", ""},
    {"hostile-count", "a count is believed before it is checked", "memory is exhausted", ""},
    {"hostile-offset", "an offset is added without looking at overflow",
     "bytes before or behind the file are read", ""},
    {"gap-or-overlap", "tensors that overlap or leave a gap pass",
     "one tensor's bytes are another's", ""},
    {"duplicate-name", "a name or key occurs twice and one of them wins",
     "two readers load two models", ""},
    {"odd-alignment", "an alignment of 0 or no power of two is used", "a division by zero", ""},
    {"hostile-text", "a string's length is believed, or its bytes",
     "bytes behind the file are read", ""},
    {"cut-file", "a file without its end passes", "missing weights are zeros", ""},
    {"overflowing-dimensions", "a product of dimensions wraps",
     "a huge tensor passes as a small one", ""},
    {"deep-nesting", "nested values are followed without a bound", "the stack overflows", ""},
    {"unknown-type", "a type that nobody knows is decoded as one of ours", "noise becomes weights",
     ""},
    {"broken-header", "text that is no JSON, or JSON of another shape, passes",
     "two readers see two headers", ""},
    {"shape-mismatch", "a shape that disagrees with the bytes or the argument passes",
     "tiles are laid out in another grid", ""},
};

}  // namespace

std::span<const Flag> file_flags() { return kFilesFlags; }

}  // namespace tritproof::golden
