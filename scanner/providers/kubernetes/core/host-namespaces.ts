// Checks of whether pods share a namespace of their node.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { label, ofAll } from './containers.ts'
import { manifestFix } from './fixes.ts'
import { check, type PodSpec, type Workload } from './resources.ts'

export interface HostNamespaceText {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: string
  /** The replacement, as a step. */
  readonly instead: string
  readonly of: 'host_ipc' | 'host_network' | 'host_pid'
  /** The field in the pod's spec: `hostPID`. */
  readonly member: string
  /** `the processes of its node` */
  readonly what: string
}

export const hostNamespaceCheck = (text: HostNamespaceText): Check<Workload> => {
  const { id, title, description, risk, decision, of, member, what } = text
  return check({
    id,
    title,
    description,
    risk,
    decision,
    fix: manifestFix({
      text: text.fix,
      steps: [text.instead, `Remove ${member}: true from the spec of the pod template.`],
      patch: { [member]: false },
      terraform: { pod: `${of} = false` },
    }),
    source: 'https://kubernetes.io/docs/concepts/security/pod-security-standards/',
    over: 'workloads',
    needs: ['specs'],
    judge: (workload) =>
      workload.specs.some((spec: PodSpec) => spec[of])
        ? fail(`${label(workload)} shares ${what}: ${member} is true.`)
        : ofAll(workload, pass(`${label(workload)} does not share ${what}.`)),
  })
}
