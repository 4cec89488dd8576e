/** `plumbline judge FILE`: the checks once more, on the inventory that a scan has recorded. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type Inventory,
  openInventory,
  planInventory,
  readInventory,
  scan,
  ScanProblem,
} from '@plumbline/scanner'
import { configIn } from './config.ts'
import { failOnOf, lackingActions, note, outputOf, printResults } from './findings-output.ts'
import { usageLines } from './help.ts'
import { kindOf } from './kinds.ts'
import { CommandFailed, flags, UsageError } from './terminal.ts'

export async function judge(args: string[]): Promise<void> {
  const { values, rest } = flags(args, {
    output: 'value',
    'fail-on': 'value',
    checks: 'value',
    config: 'value',
    policy: 'switch',
  })
  const [file, ...more] = rest
  if (file === undefined || more.length > 0) throw new UsageError(...usageLines('judge'))
  const output = outputOf(values['output'])
  const failOn = failOnOf(values['fail-on'])
  const checks = values['checks']?.split(',')
  try {
    const inventory = await inventoryIn(file)
    const kind = kindOf(inventory.head.provider)
    if (!kind) throw new CommandFailed(`${file}: Its provider kind is not supported.`)
    const { provider } = kind
    const config = values['config'] && (await configIn(values['config'], provider)).config
    const session = openInventory(provider, inventory)
    const plan = await planInventory(session, inventory, {
      ...(checks && { checks }),
      ...(config && { config }),
    })
    const results = scan(plan, { session })
    if (values['policy']) {
      const rows = [...plan.coverage]
      for await (const result of results) if (result.kind === 'unit') rows.push(...result.coverage)
      return kind.printPolicy(lackingActions(rows))
    }
    const { account, now } = inventory.head
    note(`Checking the scan of ${kind.noun} ${account} at ${new Date(now).toISOString()}.`)
    for (const unit of inventory.unfinished)
      note(`${unit} was not scanned completely and is skipped.`)
    await printResults(results, { provider, output, failOn, uid: account, plan })
  } catch (error) {
    if (error instanceof ScanProblem) throw new CommandFailed(`${file}: ${error.detail}`)
    throw error
  }
}

async function inventoryIn(path: string): Promise<Inventory> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity })
  try {
    return await readInventory(lines)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${path} cannot be read: ${error.message}`)
    throw error
  }
}
