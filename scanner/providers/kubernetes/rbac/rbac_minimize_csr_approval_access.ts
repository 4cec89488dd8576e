import { fail, pass } from '../../../kit/index.ts'
import { isOwnBinding } from './bootstrapped.ts'
import { otherHalf, ownSigners } from './csr-approval.ts'
import { noRole, roleTitle, withRoles } from './granting.ts'
import { changesApprovals } from './powers.ts'
import { check } from './resources.ts'
import { subjectsText, titleOf } from './subjects.ts'

export default check({
  id: 'rbac_minimize_csr_approval_access',
  title: 'Nobody but the cluster approves certificates for signing in',
  description:
    'Reads who may both change the approval of a CertificateSigningRequest and approve for one of the signers of Kubernetes, whose certificates the API server and the kubelets trust.',
  risk: 'Approving one’s own request for a client certificate makes one any user of the cluster, administrators included, until the certificate expires; it cannot be revoked.',
  decision:
    'Fails when a ClusterRoleBinding allows update or patch of certificatesigningrequests/approval together with approve of signers, without names or with a name of the domain kubernetes.io; wildcards give both. Two bindings count together where they name the same subject, or one a group that Kubernetes puts the other’s subject into. Passes when one half is missing or the signers are others. Names of requests do not help, as whoever makes a request chooses its name. There is no verdict for a RoleBinding, which cannot grant this, without subjects, and for bindings and roles in the form that the control plane gives them. Groups of an identity provider, the automatic approval for kubelets, and ways around by escalate, bind or impersonate are not looked at.',
  fix: {
    text: 'Remove the permission to approve for signers of kubernetes.io from the role, or name the signer of your own in resourceNames.',
    console: [
      'Open the role of the binding, and find the rules for certificatesigningrequests/approval and for signers.',
      'Put the one signer that is needed into resourceNames of the rule for signers, or delete both rules.',
      'Delete the binding if nothing else is left of its role.',
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
        `The ${title} lets ${whom} approve certificates of ${signers}, by the ${roleTitle(binding)}.`,
      )
    }
    if (!changes && signers === null)
      return pass(`The ${title} does not let ${whom} approve certificates of Kubernetes’ signers.`)
    const half = changes ? 'change approvals' : `approve for ${signers}`
    const other = otherHalf(binding, joined, changes ? 'signers' : 'approvals')
    return other === null
      ? pass(`The ${title} lets ${whom} ${half}, which is one half of approving certificates.`)
      : fail(
          `The ${title} lets ${whom} ${half}, and the ClusterRoleBinding ${other} gives the other half of approving certificates.`,
        )
  },
})
