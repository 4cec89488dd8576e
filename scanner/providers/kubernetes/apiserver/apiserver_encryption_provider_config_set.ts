import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_encryption_provider_config_set',
  title: 'API server has a configuration for encryption at rest',
  description:
    'Reads whether --encryption-provider-config names a file that says which kinds of objects are encrypted before they are written to etcd.',
  risk: 'Without it Secrets lie in etcd as they are: a copy of its disk or of a backup is enough to have all passwords and tokens of the cluster.',
  decision:
    'Passes when the flag names a file. Fails when it is not given. The flag alone is judged: which objects the file encrypts, and whether its first provider is identity, which encrypts nothing, is not shown by the API.',
  fix: {
    text: 'Give the API server an EncryptionConfiguration that encrypts Secrets, then write all Secrets anew.',
    ...inManifest(
      'kube-apiserver',
      'Write an EncryptionConfiguration for secrets to every control-plane node, readable by root alone, mount it by a hostPath volume, and name it in --encryption-provider-config.',
      'In the file put a kms or secretbox provider before identity. With several API servers leave identity first until all of them have the file, then change the order and start them again: one without the key cannot read what the others write.',
      'Then run kubectl get secrets -A -o json piped into kubectl replace -f -, since objects that were there are encrypted when they are written.',
    ),
  },
  source: 'https://kubernetes.io/docs/tasks/administer-cluster/encrypt-data/',
  links: ['https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/'],
  over: 'servers',
  needs: ['encryption_provider_config'],
  judge: ({ name, encryption_provider_config: file }) =>
    file === null
      ? fail(`${name} sets no --encryption-provider-config.`)
      : pass(
          `${name} is started with --encryption-provider-config=${file}; what that file encrypts cannot be seen.`,
        ),
})
