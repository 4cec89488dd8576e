// The checks of whether the kubelet can probe containers.
import type { Check } from '../../../kit/index.ts'
import { goesOn, judgeContainers } from './containers.ts'
import { inContainer, manifestFix } from './fixes.ts'
import { check, type Workload } from './resources.ts'

export interface ProbeText {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: string
  /** The required response of the container, as a step. */
  readonly answer: string
  readonly of: 'liveness_probe' | 'readiness_probe'
  readonly path: string
}

export const probeCheck = (text: ProbeText): Check<Workload> => {
  const { id, title, description, risk, decision, of, path } = text
  const kind = of === 'liveness_probe' ? 'liveness' : 'readiness'
  return check({
    id,
    title,
    description,
    risk,
    decision,
    fix: manifestFix({
      text: text.fix,
      steps: [
        text.answer,
        `In each container, set ${kind}Probe with periodSeconds and failureThreshold values that suit the container.`,
      ],
      patch: inContainer({
        [`${kind}Probe`]: { httpGet: { path, port: 8080 }, periodSeconds: 10, failureThreshold: 3 },
      }),
      terraform: {
        container: `${of} {
  period_seconds    = 10
  failure_threshold = 3

  http_get {
    path = "${path}"
    port = 8080
  }
}`,
      },
    }),
    source:
      'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/',
    links: ['https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/'],
    over: 'workloads',
    needs: ['specs'],
    judge: (workload) =>
      judgeContainers(workload, {
        asks: goesOn,
        holds: (it) => it[of],
        fails: `without a ${kind} probe`,
        passes: `has a ${kind} probe`,
      }),
  })
}
