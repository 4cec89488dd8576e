import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_no_peer_auto_tls',
  title: 'Etcd does not make certificates for peers by itself',
  description:
    'Reads --peer-auto-tls of etcd, or ETCD_PEER_AUTO_TLS: whether members sign their own certificates for talking with each other.',
  risk: 'Members that accept self-signed certificates of each other cannot tell a member from a stranger, who is then sent a copy of all data of the cluster.',
  decision:
    'Passes when --peer-auto-tls is false or not given, since it is false by default. Fails when it is true, also where there is one member only. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Give each member a certificate by --peer-cert-file and --peer-key-file, then remove --peer-auto-tls.',
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
