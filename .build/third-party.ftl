<#-- THIRD-PARTY.txt of the distribution: the jars, and the libraries of the HTML pages, which no plugin finds (BillIT does). -->
Lists of ${dependencyMap?size} third-party dependencies.
<#list dependencyMap as e>
<#assign project = e.getKey()/>
     <#list e.getValue() as license>(${license}) </#list>${project.name?contains('Unnamed')?then(project.artifactId, project.name)} (${project.groupId}:${project.artifactId}:${project.version} - ${project.url!"no url defined"})
</#list>

In HTML pages, from npm; the folder npm has their hashes and the texts of their licences.
     (MIT) markdown-it (npm:markdown-it:15.0.3 - https://www.npmjs.com/package/markdown-it)
     (BSD-2-Clause) entities (npm:entities:8.1.0 - https://www.npmjs.com/package/entities)
     (MIT) linkify-it (npm:linkify-it:6.1.0 - https://www.npmjs.com/package/linkify-it)
     (MIT) mdurl (npm:mdurl:2.1.0 - https://www.npmjs.com/package/mdurl)
     (MIT) punycode.js (npm:punycode.js:2.3.1 - https://www.npmjs.com/package/punycode.js)
     (MIT) uc.micro (npm:uc.micro:3.0.0 - https://www.npmjs.com/package/uc.micro)
     (Apache-2.0) dompurify (npm:dompurify:3.4.18 - https://www.npmjs.com/package/dompurify)
     (BSD-3-Clause) diff (npm:diff:9.0.0 - https://www.npmjs.com/package/diff)
     (MIT) preact (npm:preact:11.2.0 - https://www.npmjs.com/package/preact)
     (Apache-2.0) htm (npm:htm:3.1.1 - https://www.npmjs.com/package/htm)
