import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import {
  type InventoryLine,
  type InventorySink,
  neededActions,
  open,
  planScan,
  scan as runScan,
  ScanProblem,
} from '@plumbline/scanner'
import { configIn } from './config.ts'
import { failOnOf, note, outputOf, printResults } from './findings-output.ts'
import { usageLines } from './help.ts'
import { type Kind, kindOf, kinds } from './kinds.ts'
import { CommandFailed, flags, UsageError } from './terminal.ts'

const shared = {
  output: 'value',
  'fail-on': 'value',
  checks: 'value',
  config: 'value',
  record: 'value',
  policy: 'switch',
} as const

/** The kind that is named. Its options are not known before. */
function kindIn(args: string[]): Kind {
  const options = Object.assign({}, shared, ...Object.values(kinds).map((kind) => kind.options))
  const [name, ...more] = flags(args, options).rest
  const kind = kindOf(name)
  if (kind && more.length === 0) return kind
  throw new UsageError(...usageLines('scan'))
}

function readOptions(args: string[]) {
  const kind = kindIn(args)
  const { values } = flags(args, { ...shared, ...kind.options })
  return {
    kind,
    values,
    output: outputOf(values['output']),
    failOn: failOnOf(values['fail-on']),
    checks: values['checks']?.split(','),
    file: values['config'],
    record: values['record'],
    isPolicy: values['policy'] !== undefined,
  }
}

export async function scan(args: string[]): Promise<void> {
  const { kind, values, output, failOn, checks, file, record, isPolicy } = readOptions(args)
  const { provider } = kind
  const { config: own, unknownKeys } = file
    ? await configIn(file, provider)
    : { config: {}, unknownKeys: [] }
  if (unknownKeys.length > 0) note(`Ignored unknown keys: ${unknownKeys.join(', ')}.`)
  const chosen = checks ? { checks } : {}
  try {
    if (isPolicy) return kind.printPolicy(await neededActions(provider, { config: own, ...chosen }))
    const inventory = record === undefined ? undefined : await inventoryFile(record)
    note(kind.signingIn)
    const credentials = await kind.credentials(values)
    const config = { ...credentials.config, ...own }
    const session = await open(provider, { ...credentials, config })
    try {
      const uid = session.session.account
      note(`Scanning ${kind.noun} ${uid} …`)
      const plan = await planScan(session, { config, ...chosen })
      const results = runScan(plan, { session, ...(inventory && { inventory: inventory.write }) })
      try {
        await printResults(results, { provider, output, failOn, uid, plan })
      } finally {
        await inventory?.end()
      }
    } finally {
      session.close()
    }
  } catch (error) {
    if (error instanceof ScanProblem) throw new CommandFailed(error.detail)
    throw error
  }
}

/** A new file of its owner's, a line of JSON each. What is there already is not written over. Throws UsageError. */
async function inventoryFile(
  path: string,
): Promise<{ write: InventorySink; end: () => Promise<void> }> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await once(file, 'open')
  } catch (error) {
    throw new CommandFailed(`${path} cannot be written: ${(error as Error).message}`)
  }
  let failed: Error | undefined
  file.on('error', (error) => (failed = error))
  return {
    write: async (line: InventoryLine) => {
      if (failed) throw failed
      if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain')
    },
    async end() {
      const closed = new Promise<void>((resolve) => file.once('close', () => resolve()))
      file.end()
      await closed
      if (failed)
        throw new CommandFailed(`${path} could not be written completely: ${failed.message}`)
      note(`Recorded the scan to ${path}. To run the checks again: plumbline judge ${path}`)
    },
  }
}
