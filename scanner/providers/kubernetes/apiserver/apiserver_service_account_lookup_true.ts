import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_lookup_true',
  title: 'API server rejects tokens of deleted service accounts',
  description:
    'Reads --service-account-lookup, which makes the API server check in etcd whether the service account of a token still exists.',
  risk: 'Without the lookup, a token stays valid after its service account or Secret is deleted, so a leaked token cannot be revoked.',
  decision:
    'Passes if --service-account-lookup is true or not set, because the default is true. Fails if it is false.',
  fix: {
    text: 'Remove --service-account-lookup=false, or set it to true.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container, set --service-account-lookup=true, or remove the flag.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/',
  over: 'servers',
  needs: ['service_account_lookup'],
  judge: ({ name, service_account_lookup: isOn }) => {
    if (isOn === null)
      return pass(`${name} does not set --service-account-lookup, which is true by default.`)
    return isOn
      ? pass(`${name} is started with --service-account-lookup=true.`)
      : fail(`${name} is started with --service-account-lookup=false.`)
  },
})
