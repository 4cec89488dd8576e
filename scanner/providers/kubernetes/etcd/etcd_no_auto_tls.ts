import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_no_auto_tls',
  title: 'Etcd does not make certificates for clients by itself',
  description:
    'Reads --auto-tls of etcd, or ETCD_AUTO_TLS: whether it signs its own certificate for the connections of clients.',
  risk: 'Nobody can check a certificate that etcd signed itself: a client that accepts it also accepts that of whoever sits in between and reads along.',
  decision:
    'Passes when --auto-tls is false or not given, as false is the default. Fails when it is true. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Give etcd a certificate of a CA by --cert-file and --key-file, then remove --auto-tls.',
    ...inManifest(
      'etcd',
      'Set --cert-file and --key-file to a certificate of the CA of etcd.',
      'Remove --auto-tls from the command, and ETCD_AUTO_TLS from the variables of the container.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: ['config_file', 'auto_tls'],
  judge: ({ name, config_file: file, auto_tls: isOn }) => {
    if (file !== null) return inFile(name, file)
    if (isOn === null) return pass(`${name} does not set --auto-tls, which is false by default.`)
    return isOn
      ? fail(`${name} is started with --auto-tls=true.`)
      : pass(`${name} is started with --auto-tls=false.`)
  },
})
