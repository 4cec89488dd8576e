/** The code of the embedded engine, the same for every database of a process. */
import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'

// Freed code has aborted whole processes (docs/decisions/0090); holding on to it costs a few MB.
setFlagsFromString('--no-wasm-code-gc')

let engine: Promise<WebAssembly.Module> | undefined

/**
 * The engine's code: compiled once and reused, so that the next database starts in 0.6 s of processor time instead of
 * 1.3 s.
 */
export const compiledEngine = (): Promise<WebAssembly.Module> =>
  (engine ??= compile().catch((error: unknown) => {
    engine = undefined
    throw error
  }))

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  const module = await WebAssembly.compile(await readFile(file))
  excludeParser(module)
  return module
}

/** What V8 needs to optimize the functions that are compiled from now on. */
const optimizing = ['wasm-tier-up', 'wasm-dynamic-tiering']

/**
 * Keeps V8 from optimizing the engine's SQL parser: for this one function of 105 kB, with a jump table of 2,500 entries,
 * its optimizing compiler takes 600 MB and half a second, at each start (docs/decisions/0166).
 *
 * V8 compiles a function at its first call, and optimizes it later only if optimizing was on then. So this is the
 * first call, in an instance that is thrown away: in its empty memory the parser finds no allocator and throws.
 */
function excludeParser(module: WebAssembly.Module): void {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {}
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    const values = (imports[from] ??= {})
    values[name] = kind === 'memory' ? new WebAssembly.Memory(engineMemory) : () => 0
  }
  for (const flag of optimizing) setFlagsFromString(`--no-${flag}`)
  try {
    const { raw_parser: parser } = new WebAssembly.Instance(module, imports).exports
    if (typeof parser === 'function') parser(0, 0)
  } catch {
    // An engine that cannot be called like this is optimized whole. It works the same, in more memory.
  } finally {
    for (const flag of optimizing) setFlagsFromString(`--${flag}`)
  }
}

/** The least and the most memory that the engine's code declares, in pages of 64 kB; nearly all of it stays untouched. */
const engineMemory = { initial: 2_048, maximum: 32_768 }
