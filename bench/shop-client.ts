const shop = '/v2/api/shopping-minmin'

export const admin = { username: 'keeper@minmin.example', password: 'open-sesame-bench-1' }
export const member = { email: 'member@minmin.example', password: 'abc123' }

export interface ListedProduct {
  id: string
  category: string
  imageUrl: string
}

/** The calls that prepare the shop for the bench. */
export class ShopClient {
  readonly #address: string
  constructor(address: string) {
    this.#address = address
  }

  static path(path: string): string {
    return `${shop}${path}`
  }

  async products(): Promise<ListedProduct[]> {
    const { products } = await this.#json<{ products: ListedProduct[] }>(`${shop}/products`)
    return products
  }

  async adminToken(): Promise<string> {
    const { token } = await this.#json<{ token: string }>('/v2/admin/signin', admin)
    return token
  }

  /** Creates the member, and returns the id and the token. */
  async newMember(): Promise<{ uid: string; token: string }> {
    const { localId, idToken } = await this.#json<{ localId: string; idToken: string }>(
      '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=minmin',
      { ...member, returnSecureToken: true },
    )
    return { uid: localId, token: idToken }
  }

  async #json<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, this.#address), {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    // The shop's own replies, of the shapes that its contract tells.
    return (await response.json()) as T
  }
}
