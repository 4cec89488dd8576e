import { findingLine } from '@plumbline/scanner/testing/kinds'
import type { Client } from './world.ts'

/** All current findings of a tenant, a line each, as the expected ones of a kind of account are written. */
export async function findingLines(client: Client): Promise<readonly string[]> {
  const lines: string[] = []
  for (let page = 1; ; page++) {
    const { items } = await client.get(`/findings/latest?page[size]=100&page[number]=${page}`)
    for (const one of items)
      lines.push(
        findingLine({
          uid: one.text('uid'),
          check_id: one.text('check_id'),
          status: one.text('status'),
          status_extended: one.text('status_extended'),
        }),
      )
    if (items.length < 100) return lines.toSorted()
  }
}
