import { fail, manual } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { inFile } from './config-file.ts'
import { check } from './resources.ts'

export default check({
  id: 'etcd_unique_ca',
  title: 'etcd uses a dedicated CA',
  description:
    'Compares --trusted-ca-file of etcd with --client-ca-file of each API server, by their paths in the containers.',
  risk: 'If both trust the same CA, every certificate of a cluster user or node also gives access to etcd, and bypasses RBAC and the audit log.',
  decision:
    'Fails if the two paths are the same, or if etcd has no CA set. MANUAL if the paths differ, because two files can contain the same CA and the API shows neither. MANUAL with a configuration file, which replaces all flags and is not shown by the API.',
  fix: {
    text: 'Create a CA that signs only certificates for etcd and its clients, and set --trusted-ca-file to it.',
    ...inManifest(
      'etcd',
      'Create a CA for etcd, and use it to sign certificates for its members and for every API server.',
      'While both CAs are in use, set --trusted-ca-file and --peer-trusted-ca-file, and --etcd-cafile of the API servers, to a file that contains both. With only the new CA, etcd rejects clients with old certificates.',
      'Replace the certificates of members and API servers one at a time, then remove the old CA from the file.',
    ),
  },
  source: 'https://kubernetes.io/docs/setup/best-practices/certificates/',
  links: ['https://kubernetes.io/docs/tasks/administer-cluster/configure-upgrade-etcd/'],
  over: 'members',
  needs: ['config_file', 'trusted_ca_file'],
  with: { servers: { by: 'uid', fields: ['name', 'client_ca_file'] } },
  judge: ({ name, config_file: file, trusted_ca_file: ca }, { joined }) => {
    if (file !== null) return inFile(name, file)
    if (ca === null) return fail(`${name} does not set --trusted-ca-file.`)
    const same = joined.servers.where(() => true).find((it) => it.client_ca_file === ca)
    return same
      ? fail(`${name} trusts ${ca}, the same CA file that ${same.name} uses for its clients.`)
      : manual(
          `${name} trusts ${ca}. The API does not show whether this CA differs from the client CA of the API server.`,
        )
  },
})
