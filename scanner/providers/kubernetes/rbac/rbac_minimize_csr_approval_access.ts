import { fail, pass } from '../../../kit/index.ts'
import { isOwnBinding } from './bootstrapped.ts'
import { otherHalf, ownSigners } from './csr-approval.ts'
import { noRole, roleTitle, withRoles } from './granting.ts'
import { changesApprovals } from './powers.ts'
import { check } from './resources.ts'
import { subjectsText, titleOf } from './subjects.ts'

export default check({
  id: 'rbac_minimize_csr_approval_access',
  title: 'ClusterRoleBinding does not allow approval of certificate signing requests',
  description:
    'Reads which subjects can both change the approval of a CertificateSigningRequest and approve for a Kubernetes signer, whose certificates the API server and the kubelets trust.',
  risk: 'A subject that can approve its own client certificate request can become any user of the cluster, including an administrator, until the certificate expires. The certificate cannot be revoked.',
  decision:
    'Fails if a ClusterRoleBinding allows update or patch of certificatesigningrequests/approval together with approve of signers, without names or with a name of the domain kubernetes.io. Wildcards grant both. Two bindings count together if they name the same subject, or if one names a group that Kubernetes adds the other’s subject to. Passes if one half is missing or the signers are others. Names of requests do not limit access, because the requester chooses the name. A RoleBinding, which cannot grant this, a binding without subjects, and bindings and roles as the control plane creates them give no finding. Groups of an identity provider, the automatic approval for kubelets, and indirect access through escalate, bind or impersonate are not evaluated.',
  fix: {
    text: 'Remove the permission to approve for signers of kubernetes.io from the role, or list your own signer in resourceNames.',
    console: [
      'Open the role of the binding, and find the rules for certificatesigningrequests/approval and for signers.',
      'Add the one required signer to resourceNames of the rule for signers, or delete both rules.',
      'Delete the binding if its role has no other rules.',
    ],
    cli: 'kubectl edit clusterrole <role>',
    terraform: `resource "kubernetes_cluster_role_v1" "approver" {
  metadata {
    name = "approver"
  }

  rule {
    api_groups = ["certificates.k8s.io"]
    resources  = ["certificatesigningrequests/approval"]
    verbs      = ["update"]
  }

  rule {
    api_groups     = ["certificates.k8s.io"]
    resources      = ["signers"]
    resource_names = ["example.com/internal"]
    verbs          = ["approve"]
  }
}`,
  },
  source:
    'https://kubernetes.io/docs/concepts/security/rbac-good-practices/#csrs-and-certificate-issuing',
  links: [
    'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#authorization',
  ],
  over: 'bindings',
  needs: ['subjects'],
  with: { ...withRoles, bindings: { by: 'uid', fields: ['name', 'kind', 'role', 'subjects'] } },
  judge: (binding, { joined }) => {
    const { kind, subjects } = binding
    if (kind === 'RoleBinding' || subjects.length === 0) return []
    const role = joined.roles.get(binding.role)
    if (!role) return noRole(binding)
    if (isOwnBinding(binding, role.rules)) return []
    const signers = ownSigners(role.rules)
    const changes = changesApprovals(role.rules)
    const [whom, title] = [subjectsText(subjects), titleOf(binding)]
    if (changes && signers !== null) {
      return fail(
        `The ${title} allows ${whom} to approve certificates of ${signers} through the ${roleTitle(binding)}.`,
      )
    }
    if (!changes && signers === null)
      return pass(
        `The ${title} does not allow ${whom} to approve certificates of Kubernetes signers.`,
      )
    const half = changes ? 'change approvals' : `approve for ${signers}`
    const other = otherHalf(binding, joined, changes ? 'signers' : 'approvals')
    return other === null
      ? pass(
          `The ${title} allows ${whom} to ${half}, which is only one of the two permissions that are needed to approve certificates.`,
        )
      : fail(
          `The ${title} allows ${whom} to ${half}, and the ClusterRoleBinding ${other} grants the other permission that is needed to approve certificates.`,
        )
  },
})
