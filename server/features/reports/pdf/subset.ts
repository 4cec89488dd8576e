/**
 * Cuts fonts down to some of their glyphs, with HarfBuzz. Each call has its own memory, which is released afterwards.
 * Source: hb-subset.h of HarfBuzz 15, whose functions and constants have these names.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loaded } from './faces.ts'
import type { Face } from './scripts.ts'

const noHinting = 1
const retainGlyphIds = 2
const notdefOutline = 0x40
const noLayoutClosure = 0x200
const dropTableTag = 3
const writable = 2

/** Not needed where glyphs are drawn by their ids. Tables of TrueType in PDF: ISO 32000-1:2008, 9.9. */
const unusedTables = ['GSUB', 'GPOS', 'GDEF', 'OS/2', 'cmap', 'gasp', 'name', 'post']

const tagNumber = (tag: string): number => Buffer.from(tag, 'latin1').readUInt32BE()

type Name =
  | '_initialize'
  | 'malloc'
  | 'hb_blob_create'
  | 'hb_blob_get_data'
  | 'hb_blob_get_length'
  | 'hb_face_create'
  | 'hb_face_reference_blob'
  | 'hb_set_add'
  | 'hb_subset_input_create_or_fail'
  | 'hb_subset_input_glyph_set'
  | 'hb_subset_input_set'
  | 'hb_subset_input_set_flags'
  | 'hb_subset_or_fail'

let compiled: WebAssembly.Module | undefined

const module = (): WebAssembly.Module => {
  compiled ??= new WebAssembly.Module(
    readFileSync(fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
  )
  return compiled
}

/** A TrueType file in which other glyphs are empty. Ids of glyphs are those of the whole font. */
export function subsetOf(face: Face, glyphIds: Iterable<number>): Buffer {
  const { exports } = new WebAssembly.Instance(module())
  const call = (name: Name, ...values: number[]): number =>
    (exports[name] as (...values: number[]) => number)(...values)
  const memory = exports['memory'] as WebAssembly.Memory
  call('_initialize')
  const { file } = loaded(face)
  const place = call('malloc', file.length)
  new Uint8Array(memory.buffer).set(file, place)
  const blob = call('hb_blob_create', place, file.length, writable, 0, 0)
  const input = call('hb_subset_input_create_or_fail')
  const flags = noHinting | retainGlyphIds | notdefOutline | noLayoutClosure
  call('hb_subset_input_set_flags', input, flags)
  const glyphs = call('hb_subset_input_glyph_set', input)
  for (const id of glyphIds) call('hb_set_add', glyphs, id)
  const dropped = call('hb_subset_input_set', input, dropTableTag)
  for (const tag of unusedTables) call('hb_set_add', dropped, tagNumber(tag))
  const result = call('hb_subset_or_fail', call('hb_face_create', blob, 0), input)
  if (result === 0) throw new Error(`No subset of ${face} could be made.`)
  const made = call('hb_face_reference_blob', result)
  const length = call('hb_blob_get_length', made)
  const from = call('hb_blob_get_data', made, 0)
  return Buffer.from(memory.buffer.slice(from, from + length))
}
