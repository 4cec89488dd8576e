/** `plumbline import FILE`: looks through the whole file before anything of it is sent. */
import { createReadStream, openAsBlob, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileProblem, isProblem, readOcsf, readRecords } from '@plumbline/scanner/formats'
import { apiAuthorization, apiBase, useProxy } from './api-address.ts'
import { usageLines } from './help.ts'
import { CommandFailed, flags, printable, say, UsageError } from './terminal.ts'

interface Looked {
  readonly total: number
  readonly findings: number
  /** The error of the first invalid record. */
  readonly fault: string | null
}

/** Reads a file to its end. Throws a FileProblem when it is empty, cut off or no JSON. */
export async function lookThrough(
  path: string,
  progress: (records: number, bytes: number) => void,
): Promise<Looked> {
  let total = 0
  let findings = 0
  let fault: string | null = null
  const source = createReadStream(path, { highWaterMark: 262_144 })
  for await (const some of readRecords(source as AsyncIterable<Buffer>)) {
    for (const read of some) {
      total += 1
      const found = 'problem' in read ? read.problem : readOcsf(read.record)
      if (isProblem(found)) fault ??= `Record ${read.index}${found.pointer}: ${found.detail}`
      else findings += 1
    }
    progress(total, source.bytesRead)
  }
  return { total, findings, fault }
}

function readOptions(args: string[]): {
  file: string
  bytes: number
  base: string
  authorization: string
} {
  const { values, rest } = flags(args, { url: 'value', key: 'value' })
  const [file, ...more] = rest
  if (file === undefined || more.length > 0) throw new UsageError(...usageLines('import'))
  const authorization = apiAuthorization(values['key'])
  const base = apiBase(values['url'])
  useProxy(base)
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new CommandFailed(`The file ${file} does not exist.`)
  if (found.size === 0) throw new CommandFailed(`${file} is empty. Nothing was uploaded.`)
  return { file, bytes: found.size, base, authorization }
}

/** A line that is drawn over itself on a terminal, and left out on a pipe. */
const note = (text: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${printable(text)}`)
}

async function check(file: string, bytes: number): Promise<Looked> {
  try {
    const looked = await lookThrough(file, (records, read) =>
      note(`Checking ${file}: ${records} records, ${Math.floor((100 * read) / bytes)} %`),
    )
    note('')
    if (looked.total === 0) throw new CommandFailed(`${file} has no records. Nothing was uploaded.`)
    if (looked.findings === 0)
      throw new CommandFailed(
        `${file} contains no OCSF findings. ${looked.fault} Nothing was uploaded.`,
      )
    return looked
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    note('')
    throw new CommandFailed(`${file}: ${error.message} Nothing was uploaded.`)
  }
}

interface Ingestion {
  readonly id: string
  readonly attributes: {
    readonly status: string
    readonly summary: {
      readonly total: number
      readonly processed: number
      readonly outdated: number
      readonly duplicate: number
      readonly invalid: number
    }
  }
}
interface Fault {
  readonly index: number | null
  readonly pointer: string
  readonly detail: string
}

/** A client of the three endpoints, with one sentence for each error. */
class Ingestions {
  readonly #base: string
  readonly #headers: Readonly<Record<string, string>>

  constructor(base: string, authorization: string) {
    this.#base = base
    this.#headers = { Authorization: authorization }
  }

  async #ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    let response: Response
    try {
      response = await fetch(this.#base + path, { headers: this.#headers, ...init })
    } catch (error) {
      const reason = (error as { cause?: Error }).cause?.message ?? (error as Error).message
      throw new CommandFailed(`Cannot reach ${this.#base}: ${reason}`)
    }
    const text = await response.text()
    if (response.ok) return (JSON.parse(text) as { data: T }).data
    const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
    throw new CommandFailed(
      `The server answered ${response.status}: ${detail ?? 'no reason given'}`,
    )
  }

  async send(file: string): Promise<Ingestion> {
    const form = new FormData()
    form.set('file', await openAsBlob(file), basename(file)) // read as it is sent
    return this.#ask('/ingestions', { method: 'POST', body: form })
  }

  async ended({ id }: Ingestion): Promise<Ingestion> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 2_000)) {
      const { attributes } = await this.#ask<Ingestion>(`/ingestions/${id}`)
      if (/completed|failed/.test(attributes.status)) return { id, attributes }
      const { processed, total } = attributes.summary
      note(`Recording: ${processed} of ${total} records`)
      await sleep(waitMs)
    }
  }

  async faults({ id }: Ingestion): Promise<Fault[]> {
    const path = `/ingestions/${id}/errors?page[size]=5`
    const items = await this.#ask<{ attributes: Fault }[]>(path)
    return items.map(({ attributes }) => attributes)
  }
}

/** Ends with status 0 when the file is recorded, 1 when it was refused or has failed. */
export async function importFile(args: string[]): Promise<void> {
  const { file, bytes, base, authorization } = readOptions(args)
  const { total, findings, fault } = await check(file, bytes)
  if (fault !== null)
    process.stderr.write(
      `${total - findings} of ${total} records are not findings. ${printable(fault)}\n`,
    )
  const server = new Ingestions(base, authorization)
  note(`Uploading ${bytes} bytes to ${base} …`)
  const sent = await server.send(file)
  const ingestion = await server.ended(sent)
  note('')
  const { status, summary } = ingestion.attributes
  if (status === 'completed') {
    const { total: all, processed, outdated, duplicate, invalid } = summary
    const counts = [
      `${processed} of ${all} records recorded`,
      ...(outdated > 0 ? [`${outdated} outdated`] : []),
      ...(duplicate > 0 ? [`${duplicate} duplicate`] : []),
      `${invalid} invalid`,
    ]
    say(printable(`${counts.join(', ')}: ${ingestion.id}`))
    return
  }
  const faults = await server.faults(ingestion)
  const lines = faults.map(({ index, pointer, detail }) =>
    index === null ? detail : `Record ${index}${pointer}: ${detail}`,
  )
  throw new CommandFailed(`The ingestion ${ingestion.id} failed.`, ...lines)
}
