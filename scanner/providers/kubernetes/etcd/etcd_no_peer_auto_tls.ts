import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_no_peer_auto_tls',
  title: 'etcd does not use self-signed certificates for peers',
  description:
    'Reads --peer-auto-tls of etcd, or ETCD_PEER_AUTO_TLS, which makes members use self-signed certificates for peer connections.',
  risk: 'Members that accept self-signed certificates cannot distinguish a member from an attacker, who can then receive a copy of all cluster data.',
  decision:
    'Passes if --peer-auto-tls is false or not set, because the default is false. Fails if it is true, even if there is only one member. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Configure each member with a CA-signed certificate with --peer-cert-file and --peer-key-file, then remove --peer-auto-tls.',
    ...inManifest(
      'etcd',
      'Set --peer-cert-file, --peer-key-file and --peer-trusted-ca-file to files of the CA of etcd.',
      'Remove --peer-auto-tls from the command, and ETCD_PEER_AUTO_TLS from the variables of the container.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: ['config_file', 'peer_auto_tls'],
  judge: ({ name, config_file: file, peer_auto_tls: isOn }) => {
    if (file !== null) return inFile(name, file)
    if (isOn === null)
      return pass(`${name} does not set --peer-auto-tls, which is false by default.`)
    return isOn
      ? fail(`${name} is started with --peer-auto-tls=true.`)
      : pass(`${name} is started with --peer-auto-tls=false.`)
  },
})
