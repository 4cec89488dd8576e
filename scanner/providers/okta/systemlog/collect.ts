import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { organizationOf } from '../organization.ts'
import type { LogStream, Organization, SystemLog } from './resources.ts'

const call = 'list log streams'
const { name, text } = membersOf(call)

export const collect = ({ client }: Collecting<Okta>): Collected<SystemLog> => ({
  organizations: each<Okta, Organization>([client], () => ({
    ...organizationOf(client),
    log_streams: read(() => streamsOf(client)),
  })),
})

async function streamsOf(okta: Okta): Promise<readonly LogStream[]> {
  const streams: LogStream[] = []
  for await (const stream of okta.list(call)) {
    streams.push({
      name: name(stream['name']),
      type: name(stream['type']),
      isActive: text(stream['status']) === 'ACTIVE',
    })
  }
  return streams
}
