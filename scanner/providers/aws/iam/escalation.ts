// Methods by which a principal with limited permissions gains all permissions.
//
// The methods are public knowledge: "AWS IAM Privilege Escalation – Methods and Mitigation" (Rhino Security Labs, 2018)
// with its sequel on CodeStar (2019), PMapper (NCC Group, 2022), "IAM Vulnerable" (Bishop Fox, 2021), "Another ECS
// Privilege Escalation Path" (Reversec, August 2025), "Mapping Every Privilege Escalation Path in AWS AgentCore"
// (BeyondTrust, 2026), "AWS IAM Privilege Escalation Techniques" (Hacking the Cloud) and pathfinding.cloud (Datadog,
// since 2025), the last two as of November 2026. Those of IAM Identity Center, EKS, Elastic Beanstalk, IAM Roles
// Anywhere and hybrid activations follow from the effects of the calls, by their API references of the same month. A
// method that needs more permissions than another one is omitted, because the other one is reported.
import {
  assumingAnyRole,
  type Owner,
  passingAnyRole,
  permitsOnOthers,
  permitsSomewhere,
  type Statement,
} from '../policy/index.ts'

const lines = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '))

/** Credentials of another user. Changing one's own credentials does not add permissions. */
const byCredentials = lines(`
  iam:CreateAccessKey
  iam:CreateLoginProfile
  iam:CreateServiceSpecificCredential
  iam:ResetServiceSpecificCredential
  iam:UpdateLoginProfile
  iam:UploadSSHPublicKey
`)
const ofCredentials = new Set(byCredentials.flat())

/** Writing rights for oneself, and becoming another principal. */
const byIam = lines(`
  iam:AddUserToGroup
  iam:AttachGroupPolicy
  iam:AttachRolePolicy
  iam:AttachUserPolicy
  iam:CreatePolicyVersion
  iam:PutGroupPolicy
  iam:PutRolePolicy
  iam:PutUserPolicy
  iam:SetDefaultPolicyVersion
  iam:UpdateAssumeRolePolicy
  iam:UpdateSAMLProvider
  rolesanywhere:UpdateTrustAnchor
  sts:AssumeRoot
`)

/** Removing restrictions: a boundary, or a policy with a Deny. */
const byRelease = lines(`
  iam:DeleteGroupPolicy
  iam:DeleteRolePermissionsBoundary
  iam:DeleteRolePolicy
  iam:DeleteUserPermissionsBoundary
  iam:DeleteUserPolicy
  iam:DetachGroupPolicy
  iam:DetachRolePolicy
  iam:DetachUserPolicy
  iam:PutRolePermissionsBoundary
  iam:PutUserPermissionsBoundary
  iam:RemoveUserFromGroup
  organizations:DetachPolicy
  organizations:UpdatePolicy
`)

/** The same through IAM Identity Center, whose permission sets become roles of accounts. */
const byIdentityCenter = lines(`
  identitystore:CreateGroupMembership
  sso-directory:AddMemberToGroup
  sso-directory:UpdatePassword
  sso:AttachCustomerManagedPolicyReferenceToPermissionSet sso:ProvisionPermissionSet
  sso:AttachManagedPolicyToPermissionSet sso:ProvisionPermissionSet
  sso:CreateAccountAssignment
  sso:DeleteInlinePolicyFromPermissionSet sso:ProvisionPermissionSet
  sso:DeletePermissionsBoundaryFromPermissionSet sso:ProvisionPermissionSet
  sso:PutInlinePolicyToPermissionSet sso:ProvisionPermissionSet
  sso:PutPermissionsBoundaryToPermissionSet sso:ProvisionPermissionSet
`)

/** Running own code with the permissions of a passed role: each with iam:PassRole. */
const byPassedRole = lines(`
  amplify:CreateApp amplify:CreateBranch amplify:StartJob
  apprunner:CreateService
  autoscaling:CreateAutoScalingGroup autoscaling:CreateLaunchConfiguration
  autoscaling:UpdateAutoScalingGroup autoscaling:CreateLaunchConfiguration
  bedrock-agentcore:CreateCodeInterpreter bedrock-agentcore:InvokeCodeInterpreter
  braket:CreateJob
  cloudformation:CreateResource
  cloudformation:CreateStack
  cloudformation:CreateStackSet cloudformation:CreateStackInstances
  cloudformation:UpdateStackSet
  codepipeline:CreatePipeline
  codepipeline:UpdatePipeline codepipeline:StartPipelineExecution
  codestar:CreateProject
  cognito-identity:SetIdentityPoolRoles
  datapipeline:CreatePipeline datapipeline:PutPipelineDefinition
  ec2:AssociateIamInstanceProfile
  ec2:ReplaceIamInstanceProfileAssociation
  ec2:RequestSpotFleet
  ec2:RequestSpotInstances
  ec2:RunInstances
  ecs:RegisterTaskDefinition ecs:CreateService
  ecs:RegisterTaskDefinition ecs:UpdateService
  ecs:RunTask
  ecs:StartTask
  elasticbeanstalk:CreateApplicationVersion elasticbeanstalk:CreateEnvironment
  elasticmapreduce:RunJobFlow
  emr-serverless:CreateApplication emr-serverless:StartJobRun
  events:PutRule events:PutTargets
  gamelift:CreateBuild gamelift:CreateFleet
  glue:CreateDevEndpoint
  glue:CreateJob glue:CreateTrigger
  glue:CreateJob glue:StartJobRun
  glue:CreateSession glue:RunStatement
  glue:UpdateJob glue:CreateTrigger
  glue:UpdateJob glue:StartJobRun
  imagebuilder:CreateComponent imagebuilder:CreateImageRecipe imagebuilder:CreateInfrastructureConfiguration imagebuilder:CreateImage
  iot:CreateTopicRule
  kinesisanalytics:CreateApplication kinesisanalytics:StartApplication
  lambda:CreateFunction lambda:AddPermission
  lambda:CreateFunction lambda:CreateEventSourceMapping
  lambda:CreateFunction lambda:CreateFunctionUrlConfig lambda:InvokeFunctionUrl
  lambda:CreateFunction lambda:InvokeFunction
  omics:CreateWorkflow omics:StartRun
  rolesanywhere:CreateTrustAnchor rolesanywhere:CreateProfile
  sagemaker:CreateHyperParameterTuningJob
  sagemaker:CreateModel sagemaker:CreateTransformJob
  sagemaker:CreateNotebookInstance
  sagemaker:CreatePipeline sagemaker:StartPipelineExecution
  sagemaker:CreateProcessingJob
  sagemaker:CreateTrainingJob
  scheduler:CreateSchedule
  scheduler:UpdateSchedule
  ssm:CreateActivation
  ssm:CreateDocument ssm:StartAutomationExecution
  states:CreateStateMachine states:StartExecution
  states:UpdateStateMachine states:StartExecution
  transfer:CreateUser
`).map((actions) => ['iam:PassRole', ...actions])

/** Accessing or changing a resource that already has a role. */
const byExistingRole = lines(`
  apprunner:UpdateService
  batch:SubmitJob
  bedrock-agentcore:InvokeAgentRuntimeCommand
  bedrock-agentcore:StartBrowserSession bedrock-agentcore:ConnectBrowserAutomationStream
  bedrock-agentcore:StartCodeInterpreterSession bedrock-agentcore:InvokeCodeInterpreter
  cloudformation:CreateChangeSet cloudformation:ExecuteChangeSet
  cloudformation:UpdateStack
  codebuild:StartBuild
  codebuild:StartBuildBatch
  codedeploy:CreateDeployment
  codestar:CreateProject codestar:AssociateTeamMember
  codestar:CreateProjectFromTemplate
  ec2-instance-connect:SendSSHPublicKey
  ec2:CreateLaunchTemplateVersion ec2:ModifyLaunchTemplate
  ec2:ModifyInstanceAttribute ec2:StopInstances ec2:StartInstances
  ecs:ExecuteCommand
  eks:AssociateAccessPolicy
  eks:CreateAccessEntry
  eks:UpdateAccessEntry
  elasticbeanstalk:CreateApplicationVersion elasticbeanstalk:UpdateEnvironment
  elasticmapreduce:AddJobFlowSteps
  glue:UpdateDevEndpoint
  lambda:UpdateFunctionCode
  lambda:UpdateFunctionConfiguration
  sagemaker:CreateNotebookInstanceLifecycleConfig sagemaker:StopNotebookInstance sagemaker:UpdateNotebookInstance sagemaker:StartNotebookInstance
  sagemaker:CreatePresignedDomainUrl
  sagemaker:CreatePresignedNotebookInstanceUrl
  ssm:CreateAssociation
  ssm:SendCommand
  ssm:StartSession
  ssm:UpdateAssociation
`)

/** Sets of actions, each of which is sufficient. */
export const ways: readonly (readonly string[])[] = [
  ...byCredentials,
  ...byIam,
  ...byRelease,
  ...byIdentityCenter,
  ...byPassedRole,
  ...byExistingRole,
]

/** The account of the policy, and the user that the policy is written for, if there is one. */
export interface Holder extends Owner {
  readonly user?: string | undefined
}

const permits = (statements: readonly Statement[], action: string, { user }: Holder): boolean =>
  ofCredentials.has(action)
    ? permitsOnOthers(statements, action, user ?? null)
    : permitsSomewhere(statements, action)

const complete = (
  statements: readonly Statement[],
  holder: Holder,
): readonly (readonly string[])[] =>
  ways.filter((actions) => actions.every((action) => permits(statements, action, holder)))

const passesRole = (actions: readonly string[]): boolean => actions.includes('iam:PassRole')

/**
 * Returns the methods that a document allows by itself, each as `a + b`. Of resources, only users and roles are
 * evaluated: the caller's own credentials do not count, and neither does assuming a named role, because that is the
 * purpose of such a permission. Passing a named role may be a method (`byNamedRoles`).
 */
export function escalations(statements: readonly Statement[], holder: Holder): readonly string[] {
  const any = passingAnyRole(statements, holder) !== null
  const found = complete(statements, holder)
    .filter((actions) => any || !passesRole(actions))
    .map((actions) => actions.join(' + '))
  return assumingAnyRole(statements, holder) ? [...found, 'sts:AssumeRole'] : found
}

/**
 * Returns the methods that are limited to the roles that the document names for passing; empty if it allows passing
 * others too.
 */
export const byNamedRoles = (
  statements: readonly Statement[],
  holder: Holder,
): readonly string[] =>
  passingAnyRole(statements, holder)
    ? []
    : complete(statements, holder)
        .filter(passesRole)
        .map((actions) => actions.join(' + '))

/** The first three, and the number of others. */
export function listed(found: readonly string[]): string {
  const shown = found.slice(0, 3).join(', ')
  return found.length > 3 ? `${shown} and ${found.length - 3} more` : shown
}
