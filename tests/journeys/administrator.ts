/** The first administrator of the shop that the journeys run on. */
export const administrator = {
  username: 'keeper@minmin.example',
  password: 'open-sesame-e2e-1',
}
