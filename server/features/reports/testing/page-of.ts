import type { Client } from '../../../testing/index.ts'
import { fetchedWhenBuilt } from './fetched.ts'
import { unzip } from './unzip.ts'

/** The page to read out of the report of a scan. */
export async function reportPageOf(client: Client, scanId: string): Promise<string> {
  const { bytes } = await fetchedWhenBuilt(client, `/scans/${scanId}/report`)
  const [, page] = [...unzip(bytes)].find(([path]) => path.endsWith('.html')) ?? []
  return String(page)
}
