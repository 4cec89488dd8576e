import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_no_auto_tls',
  title: 'etcd does not use self-signed certificates for clients',
  description:
    'Reads --auto-tls of etcd, or ETCD_AUTO_TLS, which makes etcd use a self-signed certificate for client connections.',
  risk: 'Clients cannot verify a self-signed certificate. A client that accepts it also accepts the certificate of an attacker who intercepts the traffic.',
  decision:
    'Passes if --auto-tls is false or not set, because the default is false. Fails if it is true. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Configure etcd with a CA-signed certificate with --cert-file and --key-file, then remove --auto-tls.',
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
