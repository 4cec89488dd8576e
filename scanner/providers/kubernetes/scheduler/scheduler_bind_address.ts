import { fail, pass } from '../../../kit/index.ts'
import { inManifest, isLoopback } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'scheduler_bind_address',
  title: 'Scheduler listens on the loopback address alone',
  description:
    'Reads --bind-address and --secure-port of the scheduler, which say where its HTTPS server with health checks, metrics and profiles can be reached.',
  risk: 'Whoever reaches the port over the network can probe the scheduler and, once a permission is set too wide, read metrics that describe every workload.',
  decision:
    'Passes when the address is a loopback address, or when the port is 0 and nothing listens. Fails for any other address, and without the flag, because the default is every address of the node. A configuration file cannot change either flag. Firewalls in front of the node are not looked at.',
  fix: {
    text: 'Start the scheduler with --bind-address=127.0.0.1; whatever collects its metrics from another host then needs an agent on the node.',
    ...inManifest(
      'kube-scheduler',
      'In the command of the container set --bind-address=127.0.0.1.',
      'Leave the host of its probes at 127.0.0.1, or they fail.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-scheduler/',
  over: 'schedulers',
  needs: ['bind_address', 'secure_port'],
  judge: ({ name, bind_address: address, secure_port: port }) => {
    if (port === 0) return pass(`${name} serves nothing: --secure-port is 0.`)
    if (address === null)
      return fail(`${name} sets no --bind-address, and so listens on every address of its node.`)
    return isLoopback(address)
      ? pass(`${name} listens on ${address}, which its own node alone reaches.`)
      : fail(`${name} listens on ${address}.`)
  },
})
