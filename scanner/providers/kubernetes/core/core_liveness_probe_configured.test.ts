import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_liveness_probe_configured.ts'
import { only, pod, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [
    workload(),
    withContainer({ name: 'migrate', role: 'init', liveness_probe: false }),
    withContainer({ name: 'shell', role: 'ephemeral', liveness_probe: false }),
  ],
  fail: [
    only({ liveness_probe: false }),
    withContainer({ liveness_probe: false }),
    withContainer({ name: 'mesh', role: 'sidecar', liveness_probe: false }),
  ],
  none: [
    only({ liveness_probe: false }, { runs_to_end: true }),
    workload({ kind: 'CronJob', specs: [pod({ runs_to_end: true })] }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
