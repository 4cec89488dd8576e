import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, httpUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_peer_client_cert_auth',
  title: 'etcd requires peer certificates',
  description:
    'Reads --peer-client-cert-auth, --peer-trusted-ca-file and --listen-peer-urls of etcd, or the corresponding variables, to determine whether each member must present a certificate of a configured CA.',
  risk: 'Without peer authentication, anyone who can reach the peer port can impersonate a member, read the cluster data and corrupt it.',
  decision:
    'Passes if members require certificates of a configured CA on every URL. Fails if --peer-client-cert-auth is false or not set, because the default is false, if no CA is set, or if a peer URL uses http, which requires no certificate. The default URL is http://localhost:2380. A single member is also evaluated, because others can join it. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Start every member with --peer-client-cert-auth=true and --peer-trusted-ca-file.',
    ...inManifest(
      'etcd',
      'Make sure that every member has --peer-cert-file and --peer-key-file of one CA.',
      'In the command of the container, set --peer-client-cert-auth=true, and set --peer-trusted-ca-file to that CA.',
      'Change http to https in --listen-peer-urls and --initial-advertise-peer-urls. In an existing cluster, first update the URLs of its members with etcdctl member update.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/',
  links: ['https://etcd.io/docs/latest/op-guide/security/'],
  over: 'members',
  needs: ['config_file', 'listen_peer_urls', 'peer_client_cert_auth', 'peer_trusted_ca_file'],
  judge: ({
    name,
    config_file: file,
    listen_peer_urls: urls,
    peer_client_cert_auth: isOn,
    peer_trusted_ca_file: ca,
  }) => {
    if (file !== null) return inFile(name, file)
    if (isOn === null)
      return fail(`${name} does not set --peer-client-cert-auth, which is false by default.`)
    if (!isOn) return fail(`${name} is started with --peer-client-cert-auth=false.`)
    if (ca === null)
      return fail(
        `${name} does not set --peer-trusted-ca-file, so it accepts any CA that its system trusts.`,
      )
    const http = httpUrls(urls ?? defaultUrls.peer)
    return http.length > 0
      ? fail(`${name} does not require peer certificates on ${listing(http)}.`)
      : pass(`${name} requires peer certificates of ${ca}.`)
  },
})
