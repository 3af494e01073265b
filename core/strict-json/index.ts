export { type JsonFault, type JsonFaultReason, jsonFaultText } from './fault.ts';
export {
  type JsonLine,
  type JsonLinesOptions,
  readJsonLineBatches,
  readJsonLines,
} from './lines.ts';
export { jsonPathText } from './path.ts';
export { createJsonScanner } from './scanner.ts';
export { parseStrictJson } from './text.ts';
