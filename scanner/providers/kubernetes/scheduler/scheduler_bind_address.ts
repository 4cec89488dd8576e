import { fail, pass } from '../../../kit/index.ts'
import { inManifest, isLoopback } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'scheduler_bind_address',
  title: 'Scheduler listens only on the loopback address',
  description:
    'Reads --bind-address and --secure-port of the scheduler, which determine where its health checks, metrics and profiles are available.',
  risk: 'Anyone who can reach the port can probe the scheduler and, if a permission is too broad, read metrics that describe every workload.',
  decision:
    'Passes if the address is a loopback address, or if the port is 0 and nothing listens. Fails for any other address, or if the flag is not set, because the default is all addresses of the node. A configuration file cannot change either flag. Firewalls in front of the node are not evaluated.',
  fix: {
    text: 'Start the scheduler with --bind-address=127.0.0.1. To collect its metrics from another host, use an agent on the node.',
    ...inManifest(
      'kube-scheduler',
      'In the command of the container, set --bind-address=127.0.0.1.',
      'Keep 127.0.0.1 as the host of its probes. Otherwise they fail.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-scheduler/',
  over: 'schedulers',
  needs: ['bind_address', 'secure_port'],
  judge: ({ name, bind_address: address, secure_port: port }) => {
    if (port === 0) return pass(`${name} does not serve a port: --secure-port is 0.`)
    if (address === null)
      return fail(
        `${name} does not set --bind-address, so it listens on every address of its node.`,
      )
    return isLoopback(address)
      ? pass(`${name} listens on ${address}, which is reachable only from its node.`)
      : fail(`${name} listens on ${address}.`)
  },
})
