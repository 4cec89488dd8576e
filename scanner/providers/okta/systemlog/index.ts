import { service } from '../../../kit/index.ts'
import type { Okta } from '../client.ts'
import streamingEnabled from './systemlog_streaming_enabled.ts'
import { collect } from './collect.ts'
import type { SystemLog } from './resources.ts'

export default service<SystemLog, Okta>({
  name: 'systemlog',
  scope: 'global',
  kinds: {
    organizations: { list: [], fields: { log_streams: ['okta.logStreams.read'] } },
  },
  collect,
  checks: [streamingEnabled],
})
