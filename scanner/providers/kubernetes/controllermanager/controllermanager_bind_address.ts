import { fail, pass } from '../../../kit/index.ts'
import { inManifest, isLoopback } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_bind_address',
  title: 'Controller manager listens only on the loopback address',
  description:
    'Reads --bind-address and --secure-port of the controller manager, which determine where its health checks, metrics and profiles are available.',
  risk: 'The controller manager has the service account keys and can change nearly every object. A port that is open to the network increases its attack surface.',
  decision:
    'Passes if the address is a loopback address, or if --secure-port is 0 and there is no server. Fails for other addresses, or if the flag is not set, because the default is all addresses of the node. Firewalls are not evaluated.',
  fix: {
    text: 'Start the controller manager with --bind-address=127.0.0.1, and collect its metrics with an agent on the same node.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container, set --bind-address=127.0.0.1.',
      'Make sure that its probes use 127.0.0.1 too.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  over: 'managers',
  needs: ['bind_address', 'secure_port'],
  judge: ({ name, bind_address: address, secure_port: port }) => {
    if (port === 0) return pass(`${name} serves no port: --secure-port is 0.`)
    if (address === null)
      return fail(
        `${name} does not set --bind-address, so it listens on every address of its node.`,
      )
    return isLoopback(address)
      ? pass(`${name} listens on ${address}, which is reachable only from its node.`)
      : fail(`${name} listens on ${address}.`)
  },
})
