import type { Client } from '@plumbline/server/testing'
import type { AppWorld } from './app.ts'

/** A new user whose provider was scanned once, and the uid of one of its resources. */
export async function scanned(
  w: AppWorld,
): Promise<{ who: Client; provider: string; scan: string; uid: string }> {
  const who = await w.user()
  const provider = await who.provider()
  const scan = await who.scan(provider)
  const [resource] = (await who.get('/resources/latest?page[size]=1')).items
  return { who, provider, scan, uid: resource?.text('uid') ?? '' }
}

/** Blocks the scans of this world in the running state until the returned function is called. */
export const hold = ({ cloud }: AppWorld): (() => void) =>
  cloud.script({ match: { service: 's3' }, do: 'hold' })
