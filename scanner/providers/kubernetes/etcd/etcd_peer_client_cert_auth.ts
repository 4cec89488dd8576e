import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { listing } from '../listing.ts'
import { inFile } from './config-file.ts'
import { defaultUrls, httpUrls } from './listening.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_peer_client_cert_auth',
  title: 'Members of etcd ask each other for a certificate',
  description:
    'Reads --peer-client-cert-auth, --peer-trusted-ca-file and --listen-peer-urls of etcd, or the variables of the same names: whether a member has to show the others a certificate of a named CA.',
  risk: 'Where members are not asked who they are, anyone who reaches the peer port may pose as one, read the data of the cluster and spoil it.',
  decision:
    'Passes when members ask for certificates of a named CA on every URL. Fails when --peer-client-cert-auth is false or not given, since false is its default, when no CA is named, and when a URL for peers is http, where none is asked for: http://localhost:2380 is the default. A single member is judged as well, because others may join it. A configuration file replaces all flags and is not shown by the API, so it is left to people.',
  fix: {
    text: 'Start every member with --peer-client-cert-auth=true and --peer-trusted-ca-file.',
    ...inManifest(
      'etcd',
      'See that every member has --peer-cert-file and --peer-key-file of one CA.',
      'In the command of the container set --peer-client-cert-auth=true, and --peer-trusted-ca-file to that CA.',
      'Change http to https in --listen-peer-urls and --initial-advertise-peer-urls; a cluster that exists also has to update the URLs of its members first, by etcdctl member update.',
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
        `${name} names no CA in --peer-trusted-ca-file: any that its system trusts will do.`,
      )
    const http = httpUrls(urls ?? defaultUrls.peer)
    return http.length > 0
      ? fail(`${name} asks other members for no certificate on ${listing(http)}.`)
      : pass(`${name} asks other members for a certificate of ${ca}.`)
  },
})
