/** Whether an address is of this machine itself. @param url absolute */
export function isLoopback(url: string): boolean {
	const { hostname } = new URL(url);
	return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}
