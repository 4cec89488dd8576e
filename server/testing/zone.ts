import type { ResolveTxt } from '../platform/egress/index.ts'

const records = new Map<string, string[]>()
const failures = new Map<string, string>()

const failure = (code: string, name: string): Error =>
  Object.assign(new Error(`queryTxt ${code} ${name}`), { code })

/** The TXT records that worlds of this process read. */
export const zone = {
  publish(name: string, value: string): void {
    records.set(name, [...(records.get(name) ?? []), value])
  },
  /** From now on DNS fails at this name, with a code of `node:dns`. */
  fail(name: string, code: string): void {
    failures.set(name, code)
  },
  resolveTxt: (async (name) => {
    const values = records.get(name)
    if (!values) throw failure(failures.get(name) ?? 'ENOTFOUND', name)
    // A record of more than 255 bytes arrives in parts.
    return values.map((value) => [value.slice(0, 10), value.slice(10)])
  }) satisfies ResolveTxt as ResolveTxt,
}
