/** `<baseline stem>.cases.jsonl` */
export function sidecarPath(baselinePath: string): string {
  return `${baselinePath.replace(/\.json$/, '')}.cases.jsonl`;
}
