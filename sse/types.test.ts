// The compiler is part of the contract: each wrong use below must not compile, for the reason meant.

import { spawnSync } from 'node:child_process'
import { deepEqual, equal } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

const head = `
import { boolean, defineEventStream, type ChannelName, type Channels, type EventsOf, Hub, integer, makeChannelName, memoryBackend, number, oneOf, text, uuid } from ${JSON.stringify(join(here, 'index.ts'))}
import { listen } from ${JSON.stringify(join(here, 'client', 'index.ts'))}
export const hub = new Hub({ backend: memoryBackend() })
export const scans = defineEventStream({ prefix: 'scans', events: {
  'scan.progress': { checked: integer, total: integer }, 'scan.end': { scan_id: uuid, passed: boolean },
  'scan.error': { code: text, detail: text, scan_id: uuid }, 'scan.updated': { state: oneOf('open', 'closed'), share: number } } })
export const notes = defineEventStream({ prefix: 'notes', events: { 'note.delta': { text } } })
export const scan = scans.channel('t', 'r')
export const note = notes.channel('t', 'r')
export type E = EventsOf<typeof scans>
void [boolean, integer, makeChannelName, number, oneOf, text, uuid, listen]
export type Used = [ChannelName, Channels]
`

const define = (events: string, more = ''): string =>
  `defineEventStream({ prefix: 'p', events: { ${events} }${more} })`

/** Each is one line. */
const right: Record<string, string> = {
  'a stream with every verb': define(
    `'a.delta': { text }, 'a.start': {}, 'a.end': { a_id: uuid, n: integer }, 'a.progress': { n: integer }, 'a.created': {}, 'a.updated': {}, 'a.deleted': {}, 'a.error': { code: text, detail: text, a_id: text }`,
    ', coalesceMs: 5',
  ),
  'an error code from a list': define(`'a.error': { code: oneOf('x', 'y'), detail: text }`),
  'a resource of two words': define(`'api-key.end': { 'api-key_id': uuid }`),
  'sending an event': `hub.send(scan, 'scan.end', { scan_id: 'x', passed: true })`,
  'sending a value of a list': `hub.send(scan, 'scan.updated', { state: 'open', share: 0.5 })`,
  'subscribing to channels of two streams': `hub.subscribe(hub.admit({ tenantId: '', userId: '', credentialId: '' }), [scan, note])`,
  'a name for channels of these events': `export const named: ChannelName<E> = makeChannelName<'scans', E>('scans', 't', 'r')`,
  'listening with typed payloads': `listen<typeof scans>({ url: '/', on: { 'scan.progress': ({ checked }) => checked.toFixed() } })`,
}

const wrong: Record<string, string> = {
  'an unknown verb': define(`'scan.finished': {}`),
  'no verb': define(`'scan': {}`),
  'upper case in a resource': define(`'Scan.start': {}`),
  'a dot in a resource': define(`'scan.part.start': {}`),
  'a colon in a resource': define(`'scan:part.start': {}`),
  'a space in a resource': define(`'scan part.start': {}`),
  'a line feed in a resource': define(`'scan\\n.start': {}`),
  'an empty resource': define(`'.start': {}`),
  'the resource of the platform': define(`'stream.error': { code: text, detail: text }`),
  'a nested payload': define(`'scan.updated': { scan: { id: uuid } }`),
  'a payload in type and data': define(`'scan.updated': { type: text, data: text }`),
  'a payload wrapped as an object': define(`'scan.updated': { type: text, data: { id: uuid } }`),
  'an end without its id': define(`'scan.end': { id: uuid }`),
  'an end whose id is a number': define(`'scan.end': { scan_id: integer }`),
  'an error without a code': define(`'scan.error': { detail: text }`),
  'an error without a detail': define(`'scan.error': { code: text }`),
  'an error with a numeric code': define(`'scan.error': { code: integer, detail: text }`),
  'one wrong event among right ones': define(`'a.start': {}, 'a.ended': {}, 'a.updated': {}`),
  'a prefix with a colon': `defineEventStream({ prefix: 'a:b', events: { 'a.start': {} } })`,
  'an empty prefix': `defineEventStream({ prefix: '', events: { 'a.start': {} } })`,
  'a colon in a made name': `makeChannelName('a:b', 't', 'r')`,
  'a plain string as a channel': `hub.send('scans:t:r', 'scan.end', { scan_id: 'x', passed: true })`,
  'a template as a channel':
    'hub.send(`scans:${"t"}:r`, "scan.end", { scan_id: "x", passed: true })',
  'an event of another stream': `hub.send(note, 'scan.end', { scan_id: 'x', passed: true })`,
  'an event the stream has not': `hub.send(scan, 'scan.created', {})`,
  'a missing field': `hub.send(scan, 'scan.end', { passed: true })`,
  'a field too many': `hub.send(scan, 'scan.progress', { checked: 1, total: 2, more: 3 })`,
  'a field of another type': `hub.send(scan, 'scan.progress', { checked: '1', total: 2 })`,
  'a value outside its list': `hub.send(scan, 'scan.updated', { state: 'ajar', share: 1 })`,
  'an empty set of channels': `hub.subscribe(hub.admit({ tenantId: '', userId: '', credentialId: '' }), [])`,
  'a list that may be empty': `export const maybe: Channels = [scan].filter(Boolean)`,
  'strings as channels': `hub.subscribe(hub.admit({ tenantId: '', userId: '', credentialId: '' }), ['scans:t:r'])`,
  'a channel of one stream as one of another': `export const mixed: ChannelName<E> = note`,
  'a snapshot of a wrong payload': `scans.encode('scan.end', { scan_id: 1, passed: true })`,
  'a handler for an unknown event': `listen<typeof scans>({ url: '/', on: { 'scan.created': () => {} } })`,
  'a handler with a wrong payload': `listen<typeof scans>({ url: '/', on: { 'scan.progress': ({ done }) => done } })`,
}

/**
 * Compiles one file per snippet; returns the names of those with an error on the snippet's line, and any other error.
 */
function compile(snippets: Record<string, string>): { failed: Set<string>; stray: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'sse-types-'))
  try {
    const names = Object.keys(snippets)
    const files = names.map((name, index) => {
      const file = join(folder, `snippet${index}.ts`)
      writeFileSync(file, `${head}${snippets[name]}\n`)
      return file
    })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const options =
      '--noEmit --strict --target es2024 --lib es2024,dom --module nodenext --skipLibCheck --types node --pretty false --allowImportingTsExtensions --erasableSyntaxOnly'
    const run = spawnSync(
      process.execPath,
      [
        compiler,
        ...options.split(' '),
        '--typeRoots',
        join(here, '..', 'node_modules', '@types'),
        ...files,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    const line = head.split('\n').length
    const failed = new Set<string>()
    const stray: string[] = []
    for (const message of run.stdout.split('\n').filter((text) => /error TS\d+/.test(text))) {
      const [, index, at] = /snippet(\d+)\.ts\((\d+),/.exec(message) ?? []
      const name = names[Number(index)]
      if (name !== undefined && Number(at) === line) failed.add(name)
      else stray.push(message)
    }
    if (run.stderr) stray.push(run.stderr)
    return { failed, stray }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('right uses compile, and every wrong one does not', () => {
  const { failed, stray } = compile({ ...right, ...wrong })
  deepEqual(stray, [])
  deepEqual([...failed].sort(), Object.keys(wrong).sort())
  equal(
    Object.keys(right).some((name) => failed.has(name)),
    false,
  )
})
