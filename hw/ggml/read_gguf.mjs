// SPDX-License-Identifier: Apache-2.0
// Prints what Hugging Face's GGUF reader sees in a file: name, type id, dimensions, offset, data start.
import { gguf } from "@huggingface/gguf";

const { tensorInfos, tensorDataOffset } = await gguf(process.argv[2], { allowLocalFile: true });
for (const { name, dtype, shape, offset } of tensorInfos)
  console.log(`${name} ${dtype} ${shape.join("x")} ${offset} ${tensorDataOffset}`);
