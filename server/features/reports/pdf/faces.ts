/** The font files, each read and unpacked outside of the main thread when it is needed first, and kept. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Blob, Face as HarfbuzzFace, Font } from 'harfbuzzjs'
import { FontsNeeded } from './needed.ts'
import type { Face } from './scripts.ts'

export interface LoadedFace {
  /** TrueType. */
  readonly file: Buffer
  readonly font: Font
  /** From units of the font to thousandths of the size. */
  readonly scale: number
}

const unpacked = promisify(brotliDecompress)
const faces = new Map<Face, LoadedFace>()
const loading = new Map<Face, Promise<void>>()

async function load(face: Face): Promise<void> {
  const packed = await readFile(join(import.meta.dirname, 'fonts', `${face}.ttf.br`))
  const file = await unpacked(packed)
  const opened = new HarfbuzzFace(new Blob(file))
  faces.set(face, { file, font: new Font(opened), scale: 1_000 / opened.upem })
}

function loadOnce(face: Face): Promise<void> {
  const known = loading.get(face)
  if (known) return known
  const begun = load(face).finally(() => loading.delete(face))
  loading.set(face, begun)
  return begun
}

/** Throws `FontsNeeded` if it is not loaded. */
export function loaded(face: Face): LoadedFace {
  const known = faces.get(face)
  if (!known) throw new FontsNeeded(() => loadOnce(face))
  return known
}
