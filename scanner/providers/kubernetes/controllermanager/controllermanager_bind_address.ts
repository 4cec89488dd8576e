import { fail, pass } from '../../../kit/index.ts'
import { inManifest, isLoopback } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_bind_address',
  title: 'Controller manager listens on the loopback address alone',
  description:
    'Reads --bind-address and --secure-port of the controller manager, which say from where its health checks, metrics and profiles can be asked for.',
  risk: 'A port of the controller manager that the network reaches is one more door to a program that holds the keys of service accounts and may change nearly every object.',
  decision:
    'Passes when the address is a loopback address, or when --secure-port is 0 and there is no server. Fails for other addresses, and when the flag is not given, since every address of the node is the default. What a firewall lets through is not looked at.',
  fix: {
    text: 'Start the controller manager with --bind-address=127.0.0.1 and collect its metrics by an agent on the same node.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --bind-address=127.0.0.1.',
      'See that its probes ask 127.0.0.1 too.',
    ),
  },
  source:
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  over: 'managers',
  needs: ['bind_address', 'secure_port'],
  judge: ({ name, bind_address: address, secure_port: port }) => {
    if (port === 0) return pass(`${name} has no server: --secure-port is 0.`)
    if (address === null)
      return fail(`${name} sets no --bind-address, and so listens on every address of its node.`)
    return isLoopback(address)
      ? pass(`${name} listens on ${address}, which its own node alone reaches.`)
      : fail(`${name} listens on ${address}.`)
  },
})
