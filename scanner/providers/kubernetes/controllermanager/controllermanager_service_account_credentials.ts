import { fail, pass } from '../../../kit/index.ts'
import { inManifest } from '../control-plane.ts'
import { check } from './resources.ts'

export default check({
  id: 'controllermanager_service_account_credentials',
  title: 'Each controller works with its own service account',
  description:
    'Reads --use-service-account-credentials of the controller manager, by which every controller signs in as itself instead of with the shared identity.',
  risk: 'With one identity for all, a flaw in the least of the controllers has the rights of all of them together, and the audit log cannot tell which one acted.',
  decision:
    'Passes when --use-service-account-credentials is true. Fails when it is false or not given, as false is the default.',
  fix: {
    text: 'Start the controller manager with --use-service-account-credentials=true in a cluster that authorizes by RBAC, whose default roles have one for each controller.',
    ...inManifest(
      'kube-controller-manager',
      'In the command of the container set --use-service-account-credentials=true.',
      'See that the API server has RBAC in --authorization-mode: it creates the roles of the controllers.',
    ),
  },
  source: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/',
  links: [
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/',
  ],
  over: 'managers',
  needs: ['use_service_account_credentials'],
  judge: ({ name, use_service_account_credentials: own }) => {
    if (own)
      return pass(`${name} gives each controller the credentials of its own service account.`)
    return fail(
      own === null
        ? `${name} does not set --use-service-account-credentials, which is false by default.`
        : `${name} is started with --use-service-account-credentials=false.`,
    )
  },
})
