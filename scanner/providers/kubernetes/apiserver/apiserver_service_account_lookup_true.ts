import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'apiserver_service_account_lookup_true',
  title: 'Tokens of deleted service accounts are refused',
  description:
    'Reads --service-account-lookup: whether the API server looks in etcd if the service account of a token still exists.',
  risk: 'Without the look-up a token stays valid after its service account or its Secret was deleted, so that a leaked token cannot be revoked.',
  decision:
    'Passes when --service-account-lookup is true or not given, as true is the default. Fails when it is false.',
  fix: {
    text: 'Remove --service-account-lookup=false, or set it to true.',
    ...inManifest(
      'kube-apiserver',
      'In the command of the container set --service-account-lookup=true, or remove the flag.',
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
