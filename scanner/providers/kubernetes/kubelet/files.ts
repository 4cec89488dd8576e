// The checks of node files, whose owner and mode no API returns.
import { type Check, manual } from '../../../kit/index.ts'
import { check, type Node } from './resources.ts'

export interface FileText {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly risk: string
  readonly decision: string
  readonly fix: string
  readonly steps: readonly string[]
  /** `the kubeconfig of the kubelet` */
  readonly what: string
  /** The command that shows it, on the node. */
  readonly command: string
  /** The expected output. */
  readonly expected: string
}

export const fileCheck = (text: FileText): Check<Node> => {
  const { id, title, description, risk, decision, fix, steps, what, command, expected } = text
  return check({
    id,
    title,
    description,
    risk,
    decision,
    fix: { text: fix, console: steps, cli: null, terraform: null },
    source:
      'https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/kubelet-integration/',
    links: ['https://kubernetes.io/docs/reference/node/kubelet-files/'],
    over: 'nodes',
    needs: [],
    judge: ({ name, os, virtual }) =>
      os === 'windows' || virtual
        ? []
        : manual(
            `Run ${command} on the node ${name} to check ${what}. Expected output: ${expected}.`,
          ),
  })
}
