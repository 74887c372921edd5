/** What an owner's texts may have. */
export const markdownHint = "Markdown: **bold**, *italic*, ## heading, - list, [link](https://…)";
