import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './core_readiness_probe_configured.ts'
import { only, pod, withContainer, workload } from './worlds.ts'

verify(check, {
  pass: [
    workload(),
    withContainer({ name: 'migrate', role: 'init', readiness_probe: false }),
    withContainer({ name: 'shell', role: 'ephemeral', readiness_probe: false }),
  ],
  fail: [
    only({ readiness_probe: false }),
    withContainer({ readiness_probe: false }),
    withContainer({ name: 'mesh', role: 'sidecar', readiness_probe: false }),
  ],
  none: [
    only({ readiness_probe: false }, { runs_to_end: true }),
    workload({ kind: 'CronJob', specs: [pod({ runs_to_end: true })] }),
  ],
  unread: [workload({ specs: unread('broken_answer') })],
})
