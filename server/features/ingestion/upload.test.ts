/** Multipart bodies in pieces of any kind, read by stores of any speed. Each ends: accepted, or with an error for the client. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Problem } from '@plumbline/jsonapi'
import { seeded } from '@plumbline/scanner/testing'
import { FolderFiles } from '../../platform/files/folder.ts'
import { newId } from '../../platform/ids.ts'
import { receiveFile } from './upload.ts'
import { UploadSpace } from './upload-space.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-upload-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Starts to read a file some turns of the event loop after its part began. */
class LateFiles extends FolderFiles {
  turns = 0
  override async put(...asked: Parameters<FolderFiles['put']>): Promise<number> {
    for (let left = this.turns; left > 0; left -= 1) await turn()
    return super.put(...asked)
  }
}
const files = new LateFiles(folder)
const tenantId = newId()
const space = new UploadSpace(files, { tenantBytes: 2 ** 30, freeBytes: 0 })

/** The number of bytes stored, or the code of the error. */
async function received(pieces: Iterable<string>, turns: number): Promise<number | string> {
  const stream = new Readable({ read() {} })
  const target = { tenantId, id: newId(), part: 'upload' }
  const upload = {
    stream,
    contentType: 'multipart/form-data; boundary=x',
    length: undefined,
    signal: new AbortController().signal,
  }
  files.turns = turns
  const outcome = receiveFile(upload, target, { files, space, maxBytes: 10_000_000 }).then(
    ({ bytes }) => bytes,
    (error: unknown) => {
      ok(error instanceof Problem && error.status === 400, String(error))
      return error.code
    },
  )
  for (const piece of pieces) {
    stream.push(Buffer.from(piece, 'latin1'))
    await turn()
    await turn()
  }
  stream.push(null)
  const ended = await outcome
  equal((await files.list(tenantId)).length, typeof ended === 'number' ? 1 : 0)
  await files.remove(target)
  return ended
}

const begin = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const other = begin.replace('"file"', '"other"')
const next = '\r\n--x\r\n'
const end = '\r\n--x--\r\n'
const large = ' '.repeat(70_000)

const cases: Readonly<Record<string, readonly [pieces: readonly string[], number | string]>> = {
  'one part': [[begin, large, end], 70_000],
  'a large part that does not end': [[begin, large, large], 'no_multipart'],
  'a large part of another name that does not end': [[other, large, large], 'no_multipart'],
  'a header named constructor': [[begin, large, next, `constructor: 1\r\n\r\n1${end}`], 70_000],
  'a header named __proto__': [[begin, large, next, `__proto__: 1\r\n\r\n1${end}`], 70_000],
  'a header that never ends': [[begin, large, next, large, end], 70_000],
  'an epilogue': [[begin, large, end, 'An', ' epilogue.'], 70_000],
  'an epilogue after a part of another name': [[other, large, end, 'An', ' epilogue.'], 'required'],
  'a second body': [[begin, large, end, begin, '1', end], 70_000],
  'a second file': [[begin, large, next.slice(0, -5), begin, '1', end], 70_000],
  'no part': [['--x--', '\r\n', '\r\n'], 'required'],
  'an empty file': [[begin, end], 'empty'],
}
for (const [what, [pieces, expected]] of Object.entries(cases))
  test(`a body with ${what} gives ${expected}, however late its file is read`, async () => {
    for (const turns of [0, 1, 2, 5, 40]) equal(await received(pieces, turns), expected)
  })

test('any sequence of pieces ends with a file or an error for the client', async () => {
  const pieces = [
    begin,
    other,
    next,
    end,
    large,
    '--x--',
    '-',
    '--x-',
    '\r\n',
    '\r\n\r\n',
    'x'.repeat(5_000),
    'Content-Disposition: form-data; name="note"\r\n\r\n',
    'Content-Disposition: file\r\n\r\n',
    "Content-Type: a; charset*=''%ff\r\n",
    'Content-Type: text/plain; charset=utf-16le\r\n',
    "Content-Type: ;;;=*'\r\n",
    'Content-Transfer-Encoding: \r\n',
    'constructor: 1\r\n',
    '__proto__: 1\r\n',
    ' folded\r\n',
    `${'a'.repeat(90_000)}: b\r\n`,
    ': \r\n',
  ]
  const random = seeded(25)
  const one = (): string => pieces[Math.floor(random() * pieces.length)] ?? ''
  const seen = new Set<number | string>()
  for (let run = 0; run < 400; run += 1) {
    const body = [random() < 0.7 ? begin : '--x\r\n']
    for (let left = 2 + random() * 12; left > 0; left -= 1) body.push(one())
    if (random() < 0.5) body.push(end)
    seen.add(await received(body, Math.floor(random() * 4)))
  }
  deepEqual(
    ['no_multipart', 'required', 70_000].filter((each) => !seen.has(each)),
    [],
  )
})
