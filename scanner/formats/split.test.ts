import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { type ReadLimits, readLimits, type ReadRecord, readRecords } from './records.ts'
import { FileProblem, type Piece, Splitter } from './split.ts'

function split(text: string | Buffer, cuts: readonly number[] = []): unknown[] {
  const bytes = Buffer.from(text)
  const splitter = new Splitter()
  const pieces: Piece[] = []
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    pieces.push(...splitter.push(bytes.subarray(from, cut)))
    from = cut
  }
  pieces.push(...splitter.end())
  deepEqual(
    pieces.map(({ index }) => index),
    pieces.map((_, at) => at),
  )
  return pieces.map(({ bytes: one }) =>
    typeof one === 'string' ? one : JSON.parse(new TextDecoder().decode(one)),
  )
}

const long = 'x}]'.repeat(12)
const records = [
  { a: 'x}"]\\' },
  { b: [{ c: '{[' }, []] },
  { data: [{}] },
  {},
  { long: `${long}"${long}\\${long}\\"` },
  { long: [long, `${long}\\`, `${long}"`] },
]
const shapes: [string, string][] = [
  ['an array', JSON.stringify(records)],
  ['an array over many lines', `\n${JSON.stringify(records, null, 2)}\n`],
  ['one object a line', records.map((record) => `${JSON.stringify(record)}\n`).join('')],
  [
    'objects over many lines',
    records.map((record) => JSON.stringify(record, null, 1)).join('\r\n'),
  ],
  [
    'an object with a list',
    JSON.stringify({ name: 'a "report"', n: [1], findings: records, x: {} }),
  ],
  [
    'a list under a name in capitals',
    `{"meta":{"findings":[1]},"Records" : ${JSON.stringify(records)} }`,
  ],
  ['an array behind a byte order mark', `\ufeff${JSON.stringify(records)}`],
]
const [first, second, ...others] = records
shapes.push(
  [
    'pages, each with a list',
    `{"findings":${JSON.stringify([first, second])},"next":"a]}"}\n{"findings":[]}\n{"page":[3,{"x":"}"}],"findings":${JSON.stringify(others)}}\n`,
  ],
  [
    'an object with several lists',
    JSON.stringify({
      findings: [first],
      count: 3,
      items: ['a'],
      deep: { findings: [{ no: 1 }] },
      Results: [second],
      'a "longer" name than any list has': [{ no: 2 }],
      data: others,
      done: true,
    }),
  ],
)
for (const [shape, text] of shapes) {
  test(`${shape} is split into its records, wherever the chunks end`, () => {
    const bytes = Buffer.from(text)
    deepEqual(split(text), records)
    for (let cut = 0; cut <= bytes.length; cut += 1) deepEqual(split(text, [cut]), records)
    deepEqual(
      split(
        text,
        [...bytes].map((_, at) => at),
      ),
      records,
    )
  })
}

test('whatever records there are, they come out as they went in', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue()).filter((one) => {
    const [first] = Object.keys(one)
    return first === undefined || !/^(findings|records|events|results|items|data)$/i.test(first)
  })
  fc.assert(
    fc.property(fc.array(object), fc.array(fc.nat(2_000)), (list, at) => {
      const known = JSON.parse(JSON.stringify(list)) as unknown[]
      const text = JSON.stringify(list)
      const cuts = at.filter((cut) => cut < Buffer.byteLength(text)).toSorted((a, b) => a - b)
      deepEqual(split(text, cuts), known)
    }),
    { numRuns: 500 },
  )
})

test('long strings end where they end, however many quotes and backslashes are in them', () => {
  const unit = fc.constantFrom('"', '\\', '}', ...'abcdefghij'.repeat(8))
  const text = fc.string({ unit, maxLength: 300 })
  fc.assert(
    fc.property(fc.array(text), fc.nat(4_000), (texts, cut) => {
      const list = texts.map((one) => ({ text: one }))
      const json = JSON.stringify(list)
      deepEqual(split(json, cut < json.length ? [cut] : []), list)
    }),
    { numRuns: 300 },
  )
})

test('a file that is cut anywhere says so, and is never taken for a whole one', () => {
  const text = JSON.stringify(records)
  for (let end = 1; end < text.length; end += 1)
    throws(() => split(text.slice(0, end)), { name: 'FileProblem', code: 'truncated' })
  const wrapped = JSON.stringify({ findings: records, more: 1 })
  for (let end = wrapped.indexOf('[') + 2; end < wrapped.length; end += 1)
    throws(() => split(wrapped.slice(0, end)), { name: 'FileProblem', code: 'truncated' })
})

const refused: [string, string, string][] = [
  ['nothing', '', 'empty'],
  ['blanks', ' \n\t', 'empty'],
  ['a table of commas', 'id,status\n1,FAIL\n', 'not_json'],
  ['markup', '<html>', 'not_json'],
  ['two lists', '[{}] [{}]', 'not_json'],
  ['items without a comma', '[{} {}]', 'not_json'],
  ['a comma too many', '[{},]', 'not_json'],
  ['a comma before the first', '[,{}]', 'not_json'],
  ['words behind an object', '{} end', 'not_json'],
  ['a page without a list', '{"findings":[{}]}\n{"a":1}', 'no_list'],
  ['a record behind a page', '{"findings":[{}]}\n{"class_uid":2004,"time":1}', 'no_list'],
  ['words behind a page', '{"findings":[{}]} end', 'not_json'],
  ['a list behind a page', '{"findings":[{}]} [{}]', 'not_json'],
  ['a page without a comma', '{"findings":[{}] "results":[{}]}', 'not_json'],
  ['a page without a colon', '{"findings":[{}],"results" [{}]}', 'not_json'],
  ['a page without a value', '{"findings":[{}],"results":}', 'not_json'],
]
for (const [what, text, code] of refused) {
  test(`${what} is refused: ${code}`, () => {
    throws(() => split(text), { name: 'FileProblem', code })
  })
}

test('an item that is no object is handed on, and the others after it too', () => {
  deepEqual(split('[1,"a,]",null,[2],{"a":1}]'), [1, 'a,]', null, [2], { a: 1 }])
})

test('an empty list has no records', () => {
  deepEqual(split('[ ]'), [])
  deepEqual(split('{"findings": []}'), [])
})

async function* chunked(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(bytes: Buffer, limits: Partial<ReadLimits> = {}): Promise<ReadRecord[]> {
  const all: ReadRecord[] = []
  for await (const some of readRecords(chunked(bytes), { ...readLimits, ...limits }))
    all.push(...some)
  return all
}
const problemIn = (one: ReadRecord | undefined): unknown =>
  one && 'problem' in one ? one.problem.code : undefined

async function refusal(bytes: Buffer, limits: Partial<ReadLimits> = {}): Promise<string> {
  try {
    await read(bytes, limits)
  } catch (error) {
    ok(error instanceof FileProblem, String(error))
    return error.code
  }
  return 'none'
}

test('reports a record that is too large or too deep with its index, and does not keep its bytes', async () => {
  const large = `{"a":"${'x'.repeat(2_000)}"}`
  const deep = `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`
  const all = await read(Buffer.from(`[{"a":1},${large},${deep},{"b":2}]`), { recordBytes: 1_000 })
  deepEqual(all.map(problemIn), [undefined, 'record_too_large', 'record_too_deep', undefined])
})

test('a record that is not JSON spoils no other', async () => {
  const all = await read(Buffer.from('[{"a":1},{"a":tru},{"b":2}]'))
  deepEqual(all.map(problemIn), [undefined, 'not_json', undefined])
})

test('gzip is read as what is in it, also when it has several members', async () => {
  const packed = gzipSync(JSON.stringify(records))
  deepEqual(
    (await read(packed)).map((one) => 'record' in one && one.record),
    records,
  )
  const lines = records.map((record) => gzipSync(`${JSON.stringify(record)}\n`))
  equal((await read(Buffer.concat(lines))).length, records.length)
})

test('a large gzip file is read without a warning about listeners', async () => {
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  const packed = gzipSync(`[${'{"a":"0123456789"},'.repeat(300_000)}{}]`, { level: 0 })
  const chunks = Array.from({ length: Math.ceil(packed.length / 65_536) }, (_, at) =>
    packed.subarray(at * 65_536, (at + 1) * 65_536),
  )
  let count = 0
  for await (const some of readRecords(Readable.from(chunks))) count += [...some].length
  await new Promise((resolve) => setImmediate(resolve)) // warnings are emitted later
  process.off('warning', note)
  deepEqual([count, warnings], [300_001, []])
})

test('gzip that is cut off or broken is told as such', async () => {
  const packed = gzipSync(JSON.stringify(records))
  for (let end = 12; end < packed.length; end += 1)
    equal(await refusal(packed.subarray(0, end)), 'truncated', `cut at ${end}`)
  const broken = Buffer.from(packed)
  broken.fill(0xff, 12, 20)
  equal(await refusal(broken), 'not_gzip')
})

test('stops reading a decompression bomb after a few megabytes, by ratio or by size', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 2 ** 20, 0x20))
  const before = process.memoryUsage().rss
  equal(await refusal(bomb), 'compression_ratio')
  equal(await refusal(bomb, { ratio: 1e9, unpackedBytes: 3 * 2 ** 20 }), 'file_too_large')
  ok(process.memoryUsage().rss - before < 128 * 2 ** 20)
  equal(await refusal(Buffer.alloc(2_000, 0x20), { unpackedBytes: 1_000 }), 'file_too_large')
})
