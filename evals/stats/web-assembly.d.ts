// The engine's own interface (WebAssembly JavaScript Interface 2.0), as far as it is used here. TypeScript has it
// among the types of browsers only.
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
    /** pages: of 64 KiB. Buffers that were taken before hold nothing any more. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module);
  }
}
