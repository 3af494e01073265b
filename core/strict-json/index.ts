export { type JsonFault, type JsonFaultReason, jsonFaultText } from './fault.ts';
export {
  BLOCK_BYTES,
  type JsonLine,
  type JsonLinesOptions,
  readJsonLineBatches,
  readJsonLines,
} from './lines.ts';
export { jsonPathText } from './path.ts';
export { createJsonScanner, type JsonScanner, type ScanVerdict } from './scanner.ts';
export { parseStrictJson, type StrictJson } from './text.ts';
